import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { ScannerSheet } from '@rueda/ui/camera/ScannerSheet.tsx'
import { canReadQr } from '@rueda/ui/camera/qr-reader.ts'
import { ClipboardPaste, ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { addressIn } from './address-in.ts'

/** An address is not typed: it is pasted, or read from a code where the browser can. */
export function AddressHelpers({ onAddress }: Readonly<{ onAddress: (address: string) => void }>) {
  const t = useText('cards')
  const [isScanning, scan] = useState(false)
  const paste = () =>
    navigator.clipboard
      .readText()
      .then((text) => onAddress(addressIn(text)))
      // A customer who denies access to the clipboard pastes by hand.
      .catch(() => undefined)
  return (
    <span className="flex flex-none">
      <IconButton label={t('paste')} icon={ClipboardPaste} onPress={() => void paste()} />
      {canReadQr() ? <IconButton label={t('scan')} icon={ScanQrCode} onPress={() => scan(true)} /> : null}
      <ScannerSheet
        open={isScanning}
        title={t('scan')}
        hint={t('scan.hint')}
        without={t('scan.none')}
        nothing={t('scan.nothing')}
        onText={(text) => {
          scan(false)
          onAddress(addressIn(text))
        }}
        onClose={() => scan(false)}
      />
    </span>
  )
}
