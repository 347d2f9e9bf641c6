/** Values for every field, by the classes of `docs/rules/bad-input.md` 10: numbers (A), texts (B), injections (D). */
export type Bad = readonly (readonly [what: string, value: unknown])[]

export const badNumbers: Bad = [
  ['A02 minus zero', '-0'],
  ['A03 negative', '-0.01'],
  ['A03 negative whole', -1],
  ['A04 too many decimals', '1.123456789'],
  ['A07 exponent', '1e2'],
  ['A08 too large', '1e400'],
  ['A09 small exponent', '1e-7'],
  ['A10 not a number', 'NaN'],
  ['A10 infinite', 'Infinity'],
  ['A11 hexadecimal', '0x10'],
  ['A11 binary', '0b1'],
  ['A11 underscore', '1_000'],
  ['A12 plus', '+5'],
  ['A13 spaces', ' 5 '],
  ['A13 line end', '5\n'],
  ['A14 comma', '1,00'],
  ['A14 dots and comma', '1.000,00'],
  ['A15 full-width', '５'],
  ['A15 Arabic-Indic', '٥'],
  ['A16 past a double', '9007199254740993'],
  ['A17 far too large', '99999999999999999999.99'],
  ['A18 a double’s rest', '0.30000000000000004'],
  ['A19 no whole part', '.5'],
  ['A19 no fraction', '5.'],
  ['A19 leading zeros', '00012'],
  ['A20 true', true],
  ['A20 empty list', []],
  ['A20 list', [5]],
  ['A20 object', {}],
  ['A20 null', null],
  ['A26 negative page', '-1'],
  ['A26 enormous', '1000000000000000'],
]

const ESCAPE = '\u001b'
const ZALGO = `z${'\u0301'.repeat(20)}`

export const badTexts: Bad = [
  ['B01 empty', ''],
  ['B01 only spaces', '   '],
  ['B02 too long', 'x'.repeat(10_000)],
  ['B04 NUL', 'a\u0000b'],
  ['B05 escape', `${ESCAPE}[31mred`],
  ['B06 line ends', 'a\r\nSet-Cookie: x=1'],
  ['B07 lone surrogate', 'a\ud800b'],
  ['B11 direction override', 'a\u202eb'],
  ['B12 zero-width joiner', 'a\u200db'],
  ['B16 combining marks', ZALGO],
  ['B20 object', { $ne: null }],
  ['B20 list', ['a']],
  ['B20 number', 7.5],
  ['B20 null', null],
]

/** May be taken as plain text or refused; must never do anything. */
export const injections: Bad = [
  ['B19 the word null', 'null'],
  ['B19 the word undefined', 'undefined'],
  ['B19 an object’s name', '[object Object]'],
  ['D01 quote', "' or '1'='1"],
  ['D01 stacked', "1'; drop table accounts; --"],
  ['D01 sleep', "1' || pg_sleep(10) || '"],
  ['D02 column', 'price desc; select 1'],
  ['D03 wildcards', '%_%'],
  ['D04 operator', { $gt: '' }],
  ['D05 script', '<script>alert(1)</script>'],
  ['D06 address', 'javascript:alert(1)'],
  ['D08 template', '{{7*7}}${7*7}<%= 7*7 %>'],
  ['D09 formula', '=1+1'],
  ['D10 mail header', 'a@example.org\nBcc: b@example.org'],
  ['D13 XML', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'],
  ['D15 slow pattern', `${'a'.repeat(49)}!`],
  ['D16 path', '../../etc/passwd'],
  ['D18 format', '%s%n{0}'],
]
