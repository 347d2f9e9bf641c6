import type { PermissionType } from '@rueda/rules/permissions/permission.ts'
import type { Reader } from '../../db/snapshot.ts'
import { permissionsOf } from './store.ts'

/** True while the customer has this permission, for the features that ask for it. */
export async function isPermissionOpen(reader: Reader, accountId: string, wanted: PermissionType): Promise<boolean> {
  const permissions = await permissionsOf(reader, accountId)
  return permissions.some(({ type, status }) => type === wanted && status === 'open')
}
