//! Variants and the files they become.

use super::*;
