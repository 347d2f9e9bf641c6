import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { describe, expect, it } from 'vitest'
import { shownContent } from './shown-content.ts'

const bought = { type: 'trade', content: 'Compraste 1.500 de Aurora Devices (ARDV) a 182,30. Comisiones: $8,20.' } as const

describe('what a message says', () => {
  it('is all of it', () => expect(shownContent(bought, false)).toBe(bought.content))

  it('tells moments in the reader’s own zone', () => {
    const at = Date.UTC(2026, 11, 27, 0, 3, 18)
    const paused = { type: 'security', content: `En pausa hasta ${formatDateTime(at, 'UTC')} UTC. Si no fuiste vos, escribinos.` } as const
    expect(shownContent(paused, false)).toBe(`En pausa hasta ${formatDateTime(at)}. Si no fuiste vos, escribinos.`)
  })

  it('leaves the account’s own figures out in private mode', () =>
    expect(shownContent(bought, true)).toBe('Compraste •••• de Aurora Devices (ARDV) a ••••. Comisiones: $••••.'))

  it('keeps the price of an alert, which is the market’s', () => {
    const alert = { type: 'alert', content: 'Aurora Devices (ARDV) cotiza a 200,10.' } as const
    expect(shownContent(alert, true)).toBe(alert.content)
  })
})
