import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The classes of bad sign-ins and sessions (F) and of bad files (E) of `docs/rules/bad-input.md` 10, what answers each, and the files whose
 * tests bring it in. A test is named after its class; a class that has no test any more, or only one that is skipped, fails here.
 */
const [ACCOUNTS, SECURITY, FILES] = ['features/accounts', 'features/security', 'features/files']
const SIGN_IN = `${ACCOUNTS}/accounts.http.test.ts`
const SESSIONS = `${ACCOUNTS}/sessions.http.test.ts`
const OWN = `${ACCOUNTS}/bad-sessions.http.test.ts`
const LIMITS = `${ACCOUNTS}/limits.http.test.ts`
const FACTOR = `${SECURITY}/authenticator.http.test.ts`
const BAD_FILES = `${FILES}/bad-files.http.test.ts`
const GOOD_FILES = `${FILES}/files.http.test.ts`

type Class = readonly [id: string, comes: string, answer: string, ...files: string[]]

const classes: readonly Class[] = [
  ['F01', 'a wrong password or a name nobody has', '2000, the same words and the same work', SIGN_IN],
  ['F02', 'stuffing from one address, or from thousands', '1003 by address and for the whole house', LIMITS],
  ['F03', 'one account from many places', '2001, and after a hundred nothing but a new password', SIGN_IN],
  ['F04', 'locking somebody out', 'the known device still gets in', SIGN_IN],
  ['F05', 'a password longer than the policy', '1000 or 413, before any hash', OWN],
  ['F06', 'a common, leaked or own word as a password', '2006 with the reason', `${ACCOUNTS}/password.test.ts`],
  ['F07', 'guessing a code', '2003, and the right one too after five', SIGN_IN],
  ['F08', 'a code of somebody else, for something else, or an older one', '2003', SIGN_IN],
  ['F09', 'a flood of codes', '2004 with the wait', LIMITS],
  ['F10', 'asking whether an address has an account', 'the same answer', SIGN_IN, SESSIONS],
  ['F11', 'a new password in place of the second factor', 'the factor is asked for, every session ends', FACTOR, SESSIONS],
  ['F12', 'guessing the transaction password', '2010 for half an hour', `${ACCOUNTS}/pay-password.http.test.ts`],
  ['F13', 'no token, a malformed one, two', '401', 'http/access.http.test.ts', 'http/transport.http.test.ts'],
  ['F14', 'a token that ended', '401, or 403 where somebody else ended it', SESSIONS, OWN, 'http/access.http.test.ts'],
  ['F15', 'a token of the caller’s own at the login', 'a new one', SIGN_IN],
  ['F16', 'a token in the query or a cookie', '401', 'http/access.http.test.ts'],
  ['F17', 'the staff’s session in the app, the customer’s in the back office', '401', OWN, 'admin/access.http.test.ts'],
  ['F18', 'a stolen token', 'it is in the list, can be ended, and a new device is told of', SESSIONS, SIGN_IN],
  ['F19', 'more sessions than twenty', 'the one unused for longest ends', SESSIONS],
  ['F20', 'a one-time code again, late or guessed', '2020, then 2023', FACTOR],
  ['F21', 'a passkey of another place, time, device or person', '2024', `${SECURITY}/passkeys.http.test.ts`],
  ['F22', 'a recovery code again, or somebody else’s', '2020', FACTOR],
  ['F23', 'fifty registrations at once, an invitation nobody gave', 'one account, 2005', SIGN_IN],
  ['F24', 'another address for an account', 'there is no such call', OWN],
  ['F25', 'an account that ends in the middle', '401, and its sockets close', OWN, 'push/push.http.test.ts'],
  ['F26', 'an operator in place of a name', '1000 or 1001', OWN],

  ['E01', 'a file above the limit', '1008 with the limit', BAD_FILES],
  ['E02', 'none, an empty one, two, another field', '1000 or 1001', BAD_FILES],
  ['E03', 'name, type and content that disagree', 'the content counts', BAD_FILES],
  ['E04', 'a drawing with a script', '1009', BAD_FILES],
  ['E05', 'a page, a paper, an animation', '1009', BAD_FILES],
  ['E06', 'a picture with something behind it', 'drawn anew, without it', BAD_FILES],
  ['E07', 'a pixel bomb', '1009, and no memory', BAD_FILES],
  ['E08', 'a bomb in a comment', '1009', BAD_FILES],
  ['E09', 'cut off, spoilt, endless', '1009', BAD_FILES],
  ['E10', 'a picture that says where it was made', 'pixels alone', GOOD_FILES],
  ['E11', 'a name that climbs, lies or breaks lines', 'the name is not read', BAD_FILES],
  ['E12', 'tricks with parts and boundaries', '1000 or 415', BAD_FILES],
  ['E13', 'a part that calls itself a program', '1009', BAD_FILES],
  ['E14', 'the EICAR sample', '1009', BAD_FILES],
  ['E15', 'more than fifty', '1010', BAD_FILES],
  ['E16', 'somebody else’s, an ended link, after logging out', '1002', GOOD_FILES, BAD_FILES],
  ['E17', 'opened in a browser by itself', 'a download that can run nothing', GOOD_FILES],
  ['E18', 'cut off midway', 'nothing is left after an hour', GOOD_FILES, BAD_FILES],
  ['E19', 'an archive, a link in one', '1009', BAD_FILES],
  ['E20', 'the picture of somebody else as one’s own paper', '1002', 'features/kyc/kyc.http.test.ts'],
]

const SOURCES = join(import.meta.dirname, '..')
const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`)

it('are all there, 26 of sign-ins and 20 of files', () => {
  expect(classes.map(([id]) => id)).toEqual([...numbered('F', 26), ...numbered('E', 20)])
})

describe.each(classes)('%s %s: %s', (id, _comes, _answer, ...files) => {
  it.each(files)('is brought in by %s', (file) => {
    const source = readFileSync(join(SOURCES, file), 'utf8')
    // The title stands in the call itself or, of a table, in its first column.
    const titles = [...source.matchAll(/(?:it|test|describe)(?:\.each[^'"`]*?)?\(\s*['"`]([^'"`]*)|^ {2}\[\s*'([EF]\d\d[^']*)'/gmu)]
    const each = [...source.matchAll(/\)\(\s*'([^']*)'/gu)]
    expect(
      [...titles, ...each].some(([, title, row]) => (title ?? row ?? '').split(' ').includes(id)),
      `a test named ${id}`,
    ).toBe(true)
    expect(source).not.toMatch(/\b(?:it|test|describe)\.(?:skip|todo|only)/u)
  })
})
