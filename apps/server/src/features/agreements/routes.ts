import { agreements } from '@rueda/contract/agreements.ts'
import { type Language, isLanguage } from '@rueda/contract/codes.ts'
import { agreementKinds, currentVersionOf, dueOf } from '@rueda/rules/agreements/agreement.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { type AcceptedAgreement, acceptedOf, checkRead, keepAccepted } from './accepted.ts'
import { textOf } from './texts.ts'

/** Terms, privacy and risks (`docs/rules/agreements.md`). */
export const agreementRoutes = ({ pool, wallClock }: Pick<App, 'pool'> & Pick<EdgeParts, 'wallClock'>): Registered =>
  routes(agreements, {
    list: async ({ language }) =>
      ok(
        agreementKinds.flatMap((kind) => {
          const text = textOf(kind, currentVersionOf(kind), language)
          if (text === null) return []
          const { paragraphs: _, ...head } = text
          return [head]
        }),
      ),

    read: async ({ input, language }) => {
      const text = textOf(input.kind, input.version ?? currentVersionOf(input.kind), input.language ?? language)
      return text === null ? refuse('object.not_found', { field: 'version' }) : ok(text)
    },

    standing: async ({ caller, language }) => ok(present(await acceptedOf(pool, caller.accountId), language)),

    accept: async ({ input, caller, language }) => {
      const read = checkRead(input.agreements)
      if (!read.ok) return read
      await keepAccepted(pool, caller.accountId, read.value, wallClock.now())
      return ok(present(await acceptedOf(pool, caller.accountId), language))
    },
  })

const present = (accepted: readonly AcceptedAgreement[], language: Language) => ({
  due: [...dueOf(accepted)],
  accepted: accepted.map(({ at, language: read, ...of }) => ({
    ...of,
    language: isLanguage(read) ? read : language,
    title: textOf(of.kind, of.version, language)?.title ?? of.kind,
    acceptTimestamp: at,
  })),
})
