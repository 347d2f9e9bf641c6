import { QRCodeSVG } from 'qrcode.react'

const SIZE_PX = 200
/** Scanners need four empty modules around a code. */
const QUIET_ZONE = 4

/** A QR code, dark on white in every theme; `label` says for a reader what it holds. */
export const QrCode = ({ value, label }: Readonly<{ value: string; label: string }>) => (
  <span className="self-center rounded-control bg-white p-1">
    <QRCodeSVG value={value} size={SIZE_PX} marginSize={QUIET_ZONE} role="img" aria-label={label} title={label} />
  </span>
)
