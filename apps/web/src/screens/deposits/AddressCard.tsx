import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Share2 } from 'lucide-react'
import { QrCode } from '../../shared/pictures/QrCode.tsx'
import { useText } from '../../shared/text/text.ts'
import { inFours } from './in-fours.ts'

/** The customer's own address: to scan, to read aloud in fours, to copy, to share. */
export function AddressCard({ channel: { address, currency, network, qrCode } }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const common = useText('common')
  if (address === null) return null
  const label = network === null || network === currency ? t('address.own', { coin: currency }) : t('address', { coin: currency, network })
  return (
    <Card label={label}>
      <div className="flex flex-col gap-3">
        <QrCode value={qrCode ?? address} label={`${label}: ${address}`} />
        <p className="text-center text-meta text-text3">{label}</p>
        <p className="flex flex-wrap justify-center gap-x-2 font-mono text-row">
          {inFours(address).map((part, at) => (
            <span key={`${part} ${at}`}>{part}</span>
          ))}
        </p>
        <div className="flex items-center justify-center gap-4">
          <CopyButton value={address} label={label} />
          {'share' in navigator ? (
            <Button tone="ghost" onPress={() => void navigator.share({ title: label, text: address }).catch(() => undefined)}>
              <Share2 aria-hidden size={16} /> {common('act.share')}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
