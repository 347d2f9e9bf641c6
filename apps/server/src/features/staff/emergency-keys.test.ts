import { describe, expect, it } from 'vitest'
import { machineRandom } from '../../ids.ts'
import { hashOfKey, newKey } from './emergency-keys.ts'

describe('a key of the emergency account', () => {
  it('has eight groups of four letters that nobody confuses, and is never the same', () => {
    const keys = Array.from({ length: 200 }, () => newKey(machineRandom))
    expect(keys.filter((key) => !/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/u.test(key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('uses all of its 160 bits', () => {
    expect(newKey({ bytes: (count) => Buffer.alloc(count, 0xff), below: () => 0 })).toBe(Array.from({ length: 8 }, () => 'ZZZZ').join('-'))
    expect(newKey({ bytes: (count) => Buffer.alloc(count), below: () => 0 })).toBe(Array.from({ length: 8 }, () => '0000').join('-'))
  })

  it('is the same however it is copied from the paper, and another one is another', () => {
    const kept = hashOfKey('0123-ABCD-1111-ZZZZ')
    for (const copied of ['0123 abcd 1111 zzzz', 'O123abcdIl1Lzzzz', ' 0123-ABCD-1111-ZZZZ\n'])
      expect(hashOfKey(copied).equals(kept)).toBe(true)
    expect(hashOfKey('0123-ABCD-1111-ZZZY').equals(kept)).toBe(false)
  })
})
