/** Runs of each race on PostgreSQL: a sample in `npm test`, and with RACES=500 as many as in memory. */
export const RACES = Number(process.env['RACES'] ?? '50')

/** Long enough for a race on a busy machine. */
const MS_OF_A_RACE = 1_000
export const RACES_TIMEOUT_MS = 60_000 + RACES * MS_OF_A_RACE
