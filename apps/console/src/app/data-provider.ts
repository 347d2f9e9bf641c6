import { audit } from '@rueda/contract/admin/audit.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import type { DataProvider, GetListParams, RaRecord } from 'react-admin'
import { call } from './api.ts'

type List = Readonly<{ data: readonly RaRecord[]; total: number }>

/** The lists that react-admin draws. Nothing is written this way: every change is an act of its own, with a reason. */
const lists: Readonly<Record<string, (params: GetListParams) => Promise<List>>> = {
  staff: async () => {
    const list = await call(staff.list, {})
    return { data: list.map((each) => ({ ...each, id: each.staffId })), total: list.length }
  },
  audit: async ({ pagination, filter }) => {
    const { list, total } = await call(audit.list, { ...pageOf(pagination), ...filter })
    return { data: list.map((each) => ({ ...each, id: each.sequence })), total }
  },
}

const pageOf = (pagination: GetListParams['pagination']) => ({ pageNum: pagination?.page ?? 1, pageSize: pagination?.perPage ?? 25 })

const notThisWay = (): Promise<never> => Promise.reject(new Error('the console changes things by acts with a reason'))

export const dataProvider = {
  getList: (resource: string, params: GetListParams) => lists[resource]?.(params) ?? notThisWay(),
  getOne: notThisWay,
  getMany: notThisWay,
  getManyReference: notThisWay,
  create: notThisWay,
  update: notThisWay,
  updateMany: notThisWay,
  delete: notThisWay,
  deleteMany: notThisWay,
} as unknown as DataProvider
