import { IdentityForm } from './IdentityForm.tsx'

/** Route `pages/kycverify/passport`: the page of a passport with the picture. */
export const Passport = () => <IdentityForm type="passport" />
