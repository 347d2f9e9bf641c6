import type { Blocker } from '@rueda/ui/actions/BlockerButton.tsx'
import { hrefTo, useReturn } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { useStanding } from './agreed.ts'

/** For the button of what opens a position or takes a product: it names the terms that are due, and leads to them and back to `place`. */
export function useTermsFirst(place?: string): Blocker {
  const t = useText('agreements')
  const { data } = useStanding()
  const here = useReturn()
  return {
    when: data !== undefined && data.due.length > 0,
    label: t('first'),
    href: hrefTo('pages/setting/agreements', { return: place ?? here }),
  }
}
