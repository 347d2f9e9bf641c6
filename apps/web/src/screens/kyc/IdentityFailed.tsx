import type { Identity } from '@rueda/contract/kyc.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useText } from '../../shared/text/text.ts'
import { SupportLink } from '../../shared/support/SupportLink.tsx'
import { DocumentChoice } from './DocumentChoice.tsx'

/** The reason the check failed, the remedy, and the way to try again. */
export function IdentityFailed({ identity: { kycReason, retriesLeft } }: Readonly<{ identity: Identity }>) {
  const t = useText('kyc')
  return (
    <>
      <InlineMessage tone="danger" title={t('failed.title')}>
        {kycReason === null ? null : t(`failed.${kycReason}`)}
      </InlineMessage>
      {retriesLeft === 0 ? (
        <InlineMessage tone="warn">{t('failed.none')}</InlineMessage>
      ) : (
        <>
          <p className="text-label font-normal text-text2">{t('failed.left', { count: retriesLeft, num: String(retriesLeft) })}</p>
          <DocumentChoice />
        </>
      )}
      <SupportLink topic="identity" />
    </>
  )
}
