// Sounds, made here rather than fetched: a knock for a move, a lower one for a capture, a bell for the end.

import { find, keep } from "./memory.js";

/** The frequency of a sound in hertz, how long it lasts in seconds, and its wave. */
const SOUNDS = {
  move: [330, 0.07, "triangle"],
  capture: [196, 0.12, "triangle"],
  check: [520, 0.14, "triangle"],
  end: [262, 0.5, "sine"],
} as const;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

export const audible = () => find<boolean>("localStorage", "ferz-sounds") ?? true;
export const beAudible = (wanted: boolean) => keep("localStorage", "ferz-sounds", wanted);

export function sound(kind: Sound): void {
  // a browser lets a page be heard only after a click or a key
  if (!audible() || !navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  const [pitch, length, type] = SOUNDS[kind];
  const [tone, volume] = [new OscillatorNode(context, { frequency: pitch, type }), new GainNode(context)];
  const now = context.currentTime;
  volume.gain.setValueAtTime(0.22, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
