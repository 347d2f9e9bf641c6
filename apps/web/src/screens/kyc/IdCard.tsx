import { IdentityForm } from './IdentityForm.tsx'

/** Route `pages/kycverify/idcard`: an identity card with its two sides. */
export const IdCard = () => <IdentityForm type="idcard" />
