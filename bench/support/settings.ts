/** Settings for a sample of a bench: fewer runs and shorter ones. Seconds are whole, as pgbench wants them. */
export const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
/** Requests and orders under way at the same time. */
export const WAITING = 256
