import { type Value, type Walk, mean, smoothed, windowed } from './walk.ts'

/** The mean of the last values. */
export const simpleAverage = (period: number): Walk<number, Value> => windowed(period, mean)

/** The mean that weighs what is recent more: each value moves it by 2 / (period + 1) of the way. */
export const exponentialAverage = (period: number): Walk<number, Value> => smoothed(period, 2 / (period + 1))
