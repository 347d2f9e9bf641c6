import { describe, expect, it } from 'vitest'
import { emptyBank, inputOf, wholeBank } from './card-form.ts'

const CBU = '2850590940090418135201'
const bank = { ...emptyBank, bankName: 'Banco Macro', accountName: 'Ana', cardNo: CBU }

const faults = (differs: Partial<typeof emptyBank>) =>
  Object.fromEntries((wholeBank.safeParse({ ...bank, ...differs }).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

describe('a bank account', () => {
  it('is whole with a bank, a holder and a number', () => {
    expect(faults({})).toEqual({})
    expect(faults(emptyBank)).toEqual({ cardNo: 'missing', bankName: 'missing', accountName: 'missing' })
    expect(faults({ bankName: '  ' })).toEqual({ bankName: 'missing' })
  })

  it('has a number and a holder as its country writes them, each checked by itself', () => {
    const mistyped = `${CBU.slice(0, -1)}2`
    expect(faults({ cardNo: mistyped })).toEqual({ cardNo: 'wrong' })
    expect(faults({ cardNo: mistyped, bankName: '' })).toEqual({ cardNo: 'wrong', bankName: 'missing' })
    expect(faults({ countryCode: 'JP', cardNo: '0001 002 1234567' })).toEqual({ accountName: 'wrong' })
    expect(faults({ countryCode: 'JP', cardNo: '0001 002 1234567', accountName: 'アナ' })).toEqual({})
  })

  it('is sent with an international code only where it has one', () => {
    expect(inputOf(bank)).not.toHaveProperty('swift')
    const german = { ...bank, countryCode: 'DE', cardNo: 'DE89370400440532013000' }
    expect(inputOf({ ...german, swift: ' COBADEFF ' })).toMatchObject({ type: 'bank', countryCode: 'DE', swift: 'COBADEFF' })
    expect(faults({ ...german, swift: 'COBADEFFXXX' })).toEqual({})
    expect(faults({ ...german, swift: 'XX' })).toEqual({ swift: 'wrong' })
    // What was typed for another country is neither sent nor wrong, because its field is gone.
    expect(inputOf({ ...bank, swift: 'XX' })).not.toHaveProperty('swift')
    expect(faults({ swift: 'XX' })).toEqual({})
  })
})
