// What a page that stands alone is made of: the site has it at hand, the server keeps it to itself.
declare module "ferz:alone" {
  export const parts: { script: string; style: string } | null;
}
