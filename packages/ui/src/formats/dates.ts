/** Formats of dates: the same on the app's screens and in the server's messages. */
export {
  type When,
  formatAgo,
  formatDate,
  formatDateTime,
  formatDeadline,
  formatMonth,
  formatSeconds,
  formatTime,
  formatWeekday,
  toInstant,
} from '@rueda/text/dates.ts'
