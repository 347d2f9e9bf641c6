const SHOWN_OF_NUMBER = 3
const HIDDEN = '•'

/** The last three digits of a number, by which its owner recognises the paper and no more (`docs/rules/privacy.md` 12). */
export const maskedNumber = (number: string): string =>
  HIDDEN.repeat(Math.max(number.length - SHOWN_OF_NUMBER, 0)) + number.slice(-SHOWN_OF_NUMBER)

/** The first letter of each name. */
export const maskedName = (...names: readonly string[]): string =>
  names
    .flatMap((name) => name.split(' '))
    .filter((part) => part !== '')
    .map((part) => `${[...part][0] ?? ''}${HIDDEN.repeat(3)}`)
    .join(' ')
