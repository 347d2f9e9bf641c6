/** Formats of numbers: the same in the app's figures and in the server's messages. */
export {
  type Direction,
  directionOf,
  directionOfPercent,
  formatChange,
  formatCompact,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatQuantity,
  marksOf,
} from '@rueda/text/numbers.ts'
