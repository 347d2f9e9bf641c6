import { describe, expect, test } from 'vitest'
import { cell, statementCsv, toCsv } from './csv.ts'

describe('a statement for a spreadsheet', () => {
  test.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1+1', "'+1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['\tcmd', "'\tcmd"],
  ])('%j cannot run as a formula', (text, safe) => {
    expect(cell(text)).toBe(safe)
  })

  test('an outgoing amount stays a number', () => {
    expect(cell('-27363.71')).toBe('-27363.71')
  })

  test('commas, quotes and line ends are quoted', () => {
    expect(cell('a,b')).toBe('"a,b"')
    expect(cell('say "hi"')).toBe('"say ""hi"""')
    expect(toCsv([['a', 'b']])).toBe('\ufeffa,b\r\n')
  })

  test('every export opens with the mark of simulated money', () => {
    const flow = {
      id: '1',
      walletType: 'STOCK',
      bizType: 'TRADE_BUY',
      bizNo: 'S1',
      amount: '-8.21',
      balanceAfter: '27228.79',
      currency: 'USD',
      remark: '=1',
      createTimeTimestamp: Date.UTC(2026, 10, 20, 14, 32, 10),
      orderId: null,
      quantity: null,
    }
    const lines = statementCsv([flow], { mark: 'Dinero simulado', columns: ['Fecha', 'Billetera'] }).split('\r\n')
    expect(lines[0]).toBe('\ufeffDinero simulado')
    expect(lines[2]).toBe("2026-11-20T14:32:10.000Z,STOCK,TRADE_BUY,S1,-8.21,27228.79,USD,'=1")
  })
})
