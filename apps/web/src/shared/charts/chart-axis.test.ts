import { HOUR_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { axisLabel, wallTimes, zoneName } from './chart-axis.ts'

const NEW_YORK = 'America/New_York'

describe('the time axis', () => {
  it('shows the clock on the wall of the market', () => {
    const [open = 0] = wallTimes([Date.parse('2026-11-20T14:30Z')], NEW_YORK)
    expect(axisLabel(open, 'time')).toBe('09:30')
    expect(axisLabel(open, 'day')).toBe('20/11')
    expect(axisLabel(open, 'year')).toBe('2026')
  })

  it('only goes up through the hour that the clock repeats in autumn', () => {
    const before = Date.parse('2026-11-01T05:30Z')
    const times = wallTimes([before, before + HOUR_MS, before + 2 * HOUR_MS], NEW_YORK)
    expect(times.map((time) => axisLabel(time, 'time'))).toEqual(['01:30', '01:30', '02:30'])
    expect(times[1]).toBeGreaterThan(times[0] ?? 0)
  })

  it('names the zone briefly', () => {
    expect(zoneName(NEW_YORK)).toBe('ET')
    expect(zoneName('Asia/Taipei')).toBe('TST')
    expect(zoneName('America/Argentina/Buenos_Aires')).toBe('ART')
    expect(zoneName('Asia/Hong_Kong')).toBe('GMT+8')
  })
})
