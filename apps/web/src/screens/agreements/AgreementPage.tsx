import type { agreements } from '@rueda/contract/agreements.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { languages, type Language } from '@rueda/ui/formats/languages.ts'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { AgreementArticle, useAgreement } from '../../shared/agreements/AgreementArticle.tsx'
import { useText } from '../../shared/text/text.ts'

type Asked = InputOf<typeof agreements.read>
type AgreementPageProps = Readonly<{ kind: Asked['kind']; version: string | undefined; language: string | undefined }>

const VERSION = /^[1-9]\d{0,2}$/u
const known = (language: string | undefined): Language | undefined => languages.find((each) => each === language)

/** One document to read, in the version and the language that its address names. */
export function AgreementPage({ kind, version = '', language }: AgreementPageProps) {
  const titles = useText('titles')
  const asked = known(language)
  const read = useAgreement({
    kind,
    ...(VERSION.test(version) ? { version: Number(version) } : {}),
    ...(asked === undefined ? {} : { language: asked }),
  })
  return (
    <Screen title={read.data?.title ?? titles('agreements')}>
      <AgreementArticle read={read} />
    </Screen>
  )
}
