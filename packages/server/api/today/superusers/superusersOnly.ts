import { Rejection } from '../../../errors/Rejection.ts'
import type { Guard } from '../../contract.ts'

/** Allows superusers: all rules of their collection are for superusers only. */
export const superusersOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw new Rejection('forbidden', { code: 'adminsOnly' })
}
