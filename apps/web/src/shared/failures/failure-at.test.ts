import { refusals } from '@rueda/rules/refusals.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../server/api-error.ts'
import { failureAt } from './failure-at.ts'

const refused = (name: keyof typeof refusals) => new ApiError({ kind: 'refusal', code: refusals[name], message: `said of ${name}` })
const split = (error: ApiError | null) => failureAt(error, { current: ['password.old_wrong'], password: ['password.format'] })

describe('a failure of a form', () => {
  it('is said at the field it is about, and only there', () => {
    expect(split(refused('password.format'))).toEqual({ at: { current: null, password: 'said of password.format' }, above: null })
  })

  it('is said above the form where it is about no field', () => {
    const error = refused('account.frozen')
    expect(split(error)).toEqual({ at: { current: null, password: null }, above: error })
    const network = new ApiError({ kind: 'network' })
    expect(split(network).above).toBe(network)
  })

  it('is nothing where nothing failed', () => {
    expect(split(null)).toEqual({ at: { current: null, password: null }, above: null })
  })
})
