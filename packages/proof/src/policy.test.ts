import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signCheckpoint } from './checkpoint.ts'
import { cosign, cosignerKey } from './cosignature.ts'
import { type Signer, noteKey } from './note.ts'
import { type Policy, isQuorum, judgeCheckpoint, parsePolicy, quorumAt } from './policy.ts'
import { formatVerifierKey } from './verifier-key.ts'

const logSecret = new Uint8Array(32).fill(1)
const log = formatVerifierKey(noteKey({ name: 'log.example', secretKey: logSecret }))
const otherLog = formatVerifierKey(noteKey({ name: 'other.example', secretKey: new Uint8Array(32).fill(2) }))
const signerOf = (name: string, number: number): Signer => ({ name: `witness.example/${name}`, secretKey: new Uint8Array(32).fill(number) })
const SIGNERS = {
  X1: signerOf('X1', 11),
  X2: signerOf('X2', 12),
  X3: signerOf('X3', 13),
  Y1: signerOf('Y1', 14),
  Y2: signerOf('Y2', 15),
  Y3: signerOf('Y3', 16),
}
const vkey = (name: keyof typeof SIGNERS): string => formatVerifierKey(cosignerKey(SIGNERS[name]))

/** The example of the document. */
const DOCUMENT = `log ${log}

witness X1 ${vkey('X1')}
witness X2 ${vkey('X2')}
witness X3 ${vkey('X3')}
group X-witnesses 2 X1 X2 X3

witness Y1 ${vkey('Y1')}
witness Y2 ${vkey('Y2')}
witness Y3 ${vkey('Y3')}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

function policyOf(text: string): Policy {
  const policy = parsePolicy(text)
  if (!policy.ok) throw new Error(policy.fault)
  return policy.value
}

describe('the example of the document', () => {
  test('asks for two of X and one of Y', () => {
    const policy = policyOf(DOCUMENT)
    fc.assert(
      fc.property(fc.subarray(Object.keys(SIGNERS)), (cosigned) => {
        const of = (letter: string): number => cosigned.filter((name) => name.startsWith(letter)).length
        expect(isQuorum(policy, new Set(cosigned))).toBe(of('X') >= 2 && of('Y') >= 1)
      }),
    )
  })

  test('is read in any layout that the document allows', () => {
    const spaced = DOCUMENT.replaceAll(' ', ' \t ').replace('log', '\t log').replace('quorum', '# ein Kommentar mit Ümläuten\n   \nquorum')
    expect(policyOf(spaced)).toEqual(policyOf(DOCUMENT))
  })
})

test('addresses are kept, and nobody may be enough', () => {
  const policy = policyOf(`log ${log} https://log.example/\nwitness w ${vkey('X1')} https://witness.example/\nquorum none\n`)
  expect(policy.logs[0]?.url).toBe('https://log.example/')
  expect(policy.witnesses.get('w')?.url).toBe('https://witness.example/')
  expect(isQuorum(policy, new Set())).toBe(true)
})

test('names are told apart by their bytes', () => {
  expect(parsePolicy(`witness K ${vkey('X1')}\nwitness \u212a ${vkey('X2')}\ngroup g all K \u212a\nquorum g\n`).ok).toBe(true)
})

test.each([
  ['no quorum', `log ${log}\n`, 'quorum-missing'],
  ['two quorums', 'quorum none\nquorum none\n', 'wrong-line'],
  ['a quorum of nobody known', 'quorum w\n', 'unknown-name'],
  ['a quorum before its witness', `quorum w\nwitness w ${vkey('X1')}\n`, 'unknown-name'],
  ['a group before its members', `group g any w\nwitness w ${vkey('X1')}\nquorum g\n`, 'unknown-name'],
  ['a group of itself', 'group g any g\nquorum g\n', 'unknown-name'],
  ['a group of none', 'group g any none\nquorum g\n', 'unknown-name'],
  ['a group without members', 'group g any\nquorum none\n', 'wrong-line'],
  ['a member of two groups', `witness w ${vkey('X1')}\ngroup g any w\ngroup h any w\nquorum h\n`, 'repeated-name'],
  ['a member twice', `witness w ${vkey('X1')}\ngroup g any w w\nquorum g\n`, 'repeated-name'],
  ['a witness called none', `witness none ${vkey('X1')}\nquorum none\n`, 'repeated-name'],
  ['two witnesses of a name', `witness w ${vkey('X1')}\nwitness w ${vkey('X2')}\nquorum w\n`, 'repeated-name'],
  ['a group with the name of a witness', `witness w ${vkey('X1')}\ngroup w any w\nquorum w\n`, 'repeated-name'],
  ['a witness twice', `witness v ${vkey('X1')}\nwitness w ${vkey('X1')}\nquorum w\n`, 'repeated-key'],
  ['a log twice', `log ${log}\nlog ${log}\nquorum none\n`, 'repeated-key'],
  ['a threshold of nobody', `witness w ${vkey('X1')}\ngroup g 0 w\nquorum g\n`, 'wrong-threshold'],
  ['a threshold above all', `witness w ${vkey('X1')}\ngroup g 2 w\nquorum g\n`, 'wrong-threshold'],
  ['a threshold that is no number', `witness w ${vkey('X1')}\ngroup g some w\nquorum g\n`, 'wrong-threshold'],
  ['a witness with the key of a log', `witness w ${log}\nquorum w\n`, 'wrong-key'],
  ['a log with the key of a witness', `log ${vkey('X1')}\nquorum none\n`, 'wrong-key'],
  ['a key that is none', 'log log.example+00000000+AAAA\nquorum none\n', 'wrong-key'],
  ['a line of another kind', 'mirror m\nquorum none\n', 'wrong-line'],
  ['words behind', `log ${log} https://log.example/ more\nquorum none\n`, 'wrong-line'],
  ['a carriage return', 'quorum none\r\n', 'malformed-policy'],
  ['a last line without its end', 'quorum none', 'malformed-policy'],
  ['nothing', '', 'quorum-missing'],
])('%s is refused', (_, text, fault) => {
  expect(parsePolicy(text)).toEqual({ ok: false, fault })
})

describe('a checkpoint under a policy', () => {
  const policy = policyOf(DOCUMENT)
  const checkpoint = { origin: 'log.example', size: 7, root: new Uint8Array(32), extensions: [] }
  const signed = signCheckpoint(checkpoint, [logSecret])
  const text = `${signed.split('\n\n')[0]}\n`
  const by = (name: keyof typeof SIGNERS, seconds: number): string => cosign(text, SIGNERS[name], seconds)

  test('is the word of the log alone, and more with every witness', () => {
    expect(judgeCheckpoint(signed, policy)).toMatchObject({ ok: true, value: { checkpoint, cosignatures: [], hasQuorum: false } })
    expect(judgeCheckpoint(signed + by('X1', 5) + by('Y3', 6), policy)).toMatchObject({ ok: true, value: { hasQuorum: false } })
    const enough = judgeCheckpoint(signed + by('X1', 5) + by('Y3', 6) + by('X3', 7), policy)
    expect(enough).toMatchObject({ ok: true, value: { hasQuorum: true, log: { name: 'log.example' } } })
    expect(enough.ok && enough.value.cosignatures).toEqual([
      { witness: 'X1', seconds: 5 },
      { witness: 'X3', seconds: 7 },
      { witness: 'Y3', seconds: 6 },
    ])
  })

  test('has enough witnesses since the last of those that are enough', () => {
    const cosigned = (note: string) => {
      const judged = judgeCheckpoint(note, policy)
      return judged.ok ? quorumAt(policy, judged.value.cosignatures) : null
    }
    expect(cosigned(signed + by('X1', 5) + by('Y3', 6))).toBeNull()
    expect(cosigned(signed + by('X1', 5) + by('Y3', 6) + by('X3', 7))).toBe(5)
    // With one more of each group, the older ones are not needed.
    expect(cosigned(signed + by('X1', 5) + by('Y3', 6) + by('X3', 7) + by('X2', 9))).toBe(6)
    expect(quorumAt(policyOf('quorum none\n'), [])).toBeNull()
  })

  test('a witness that signed twice counts once, with its latest time', () => {
    const judged = judgeCheckpoint(signed + by('X1', 5) + by('X1', 9) + by('Y1', 1), policy)
    expect(judged).toMatchObject({
      ok: true,
      value: { hasQuorum: false, cosignatures: [{ witness: 'X1', seconds: 9 }, { witness: 'Y1' }] },
    })
  })

  test('is refused where the log did not sign, or is another one, or a witness’ signature is wrong', () => {
    const cosigned = `${text}\n${by('X1', 5)}`
    expect(judgeCheckpoint(cosigned, policy)).toEqual({ ok: false, fault: 'no-known-signature' })
    expect(judgeCheckpoint(signed, policyOf(`log ${otherLog}\nquorum none\n`))).toEqual({ ok: false, fault: 'unknown-log' })
    const elsewhere = cosign(text.replace('\n7\n', '\n8\n'), SIGNERS.X1, 5)
    expect(judgeCheckpoint(signed + elsewhere, policy)).toEqual({ ok: false, fault: 'wrong-signature' })
    expect(judgeCheckpoint('nothing', policy)).toEqual({ ok: false, fault: 'malformed-note' })
  })

  test('a log signs for its own origin alone', () => {
    const both = policyOf(`log ${log}\nlog ${otherLog}\nquorum none\n`)
    const foreign = signCheckpoint({ ...checkpoint, origin: 'other.example' }, [logSecret])
    expect(judgeCheckpoint(foreign, both)).toEqual({ ok: false, fault: 'no-known-signature' })
  })
})
