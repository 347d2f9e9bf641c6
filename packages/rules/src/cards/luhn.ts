const DIGITS = /^\d{2,}$/u

/** The check digit of payment cards (ISO/IEC 7812): every second digit from the right counts twice. */
export function passesLuhn(text: string): boolean {
  if (!DIGITS.test(text)) return false
  const sum = [...text].toReversed().reduce((total, sign, place) => total + worthOf(Number(sign), place), 0)
  return sum % 10 === 0
}

function worthOf(digit: number, place: number): number {
  if (place % 2 === 0) return digit
  return digit * 2 > 9 ? digit * 2 - 9 : digit * 2
}
