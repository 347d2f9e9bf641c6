import { type Walk, mean, windowed } from './walk.ts'

export type Bands = Readonly<{ middle: number; upper: number; lower: number }>

/** Bollinger: the mean of the last values, and as many standard deviations of all of them above and below. */
export const bollingerBands = (period: number, deviations: number): Walk<number, Bands | null> =>
  windowed(period, (window) => {
    const middle = mean(window)
    const away = deviations * Math.sqrt(mean(window.map((value) => (value - middle) ** 2)))
    return { middle, upper: middle + away, lower: middle - away }
  })
