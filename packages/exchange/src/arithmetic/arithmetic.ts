/**
 * The functions that a price model draws with and that no standard pins to the last bit. Square roots are not among
 * them: IEEE 754 fixes those, as it fixes + − × and /.
 */
export type Arithmetic = Readonly<{
  exp: (x: number) => number
  log: (x: number) => number
  power: (base: number, exponent: number) => number
}>
