/** The studies a chart can show, as a table: where each is drawn, what can be set, and which lines it has. */
export type StudyKind = 'sma' | 'ema' | 'bollinger' | 'volume' | 'rsi' | 'macd' | 'kdj'
export type Study = Readonly<{ kind: StudyKind; parameters: readonly number[] }>

type ParameterName = 'period' | 'deviations' | 'fast' | 'slow' | 'signal' | 'smoothK' | 'smoothD'
export type Parameter = Readonly<{ name: ParameterName; least: number; most: number; usual: number }>
export type StudyLine = 'value' | 'middle' | 'upper' | 'lower' | 'distance' | 'macd' | 'signal' | 'k' | 'd' | 'j'

type StudyRule = Readonly<{
  /** Over the prices, or in a pane of its own below them. */
  place: 'price' | 'pane'
  parameters: readonly Parameter[]
  lines: readonly StudyLine[]
  /** Levels that a reader watches for. */
  levels: readonly number[]
}>

const MAX_PERIOD = 250
const MAX_SMOOTHING = 50
const period = (usual: number): Parameter => ({ name: 'period', least: 2, most: MAX_PERIOD, usual })
const length = (name: ParameterName, usual: number, most = MAX_PERIOD): Parameter => ({ name, least: 1, most, usual })

export const studyRules: Readonly<Record<StudyKind, StudyRule>> = {
  sma: { place: 'price', parameters: [period(20)], lines: ['value'], levels: [] },
  ema: { place: 'price', parameters: [period(12)], lines: ['value'], levels: [] },
  bollinger: {
    place: 'price',
    parameters: [period(20), { name: 'deviations', least: 1, most: 5, usual: 2 }],
    lines: ['middle', 'upper', 'lower'],
    levels: [],
  },
  volume: { place: 'pane', parameters: [], lines: ['value'], levels: [] },
  rsi: { place: 'pane', parameters: [period(14)], lines: ['value'], levels: [30, 70] },
  macd: {
    place: 'pane',
    parameters: [length('fast', 12), length('slow', 26), length('signal', 9)],
    lines: ['distance', 'macd', 'signal'],
    levels: [],
  },
  kdj: {
    place: 'pane',
    parameters: [period(9), length('smoothK', 3, MAX_SMOOTHING), length('smoothD', 3, MAX_SMOOTHING)],
    lines: ['k', 'd', 'j'],
    levels: [20, 80],
  },
}

export const studyKinds = Object.keys(studyRules) as StudyKind[]
export const studiesAt = (place: StudyRule['place']): readonly StudyKind[] => studyKinds.filter((kind) => studyRules[kind].place === place)

export const usualStudy = (kind: StudyKind): Study => ({ kind, parameters: studyRules[kind].parameters.map(({ usual }) => usual) })

/** The names of studies everywhere: "MA 20", "MACD 12 26 9". */
const names: Readonly<Record<StudyKind, string>> = {
  sma: 'MA',
  ema: 'EMA',
  bollinger: 'BOLL',
  volume: 'VOL',
  rsi: 'RSI',
  macd: 'MACD',
  kdj: 'KDJ',
}
export const shortName = (kind: StudyKind): string => names[kind]
export const nameOf = ({ kind, parameters }: Study): string => [names[kind], ...parameters].join(' ')

/** The fast average of a MACD has to be the faster one; everything else stays within its own bounds. */
export function isStudy({ kind, parameters }: Study): boolean {
  const rule = studyRules[kind]
  if (rule === undefined || parameters.length !== rule.parameters.length) return false
  const [first = 0, second = Number.POSITIVE_INFINITY] = parameters
  if (kind === 'macd' && first >= second) return false
  return rule.parameters.every(({ least, most }, at) => {
    const value = parameters[at]
    return value !== undefined && Number.isInteger(value) && value >= least && value <= most
  })
}

/** Bars that a study needs before the first one shown so that it has settled there. */
export function warmUpOf({ kind, parameters }: Study): number {
  if (kind === 'volume') return 0
  const longest = Math.max(...parameters)
  // A smoothed value depends on its beginning for several periods.
  return kind === 'sma' || kind === 'bollinger' ? longest : longest * SETTLED_AFTER
}

const SETTLED_AFTER = 4
