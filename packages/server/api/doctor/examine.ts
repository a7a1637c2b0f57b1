import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Examines the data directory and returns the findings. It runs in a thread of its own. */
export const examine: Endpoint = {
  method: 'GET',
  path: '/doctor',
  operation: { id: 'examine', summary: 'Examine the installation', returns: 'DoctorReport' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ doctor }) => jsonReply(await doctor.examine(), { headers: noStore })),
}
