import { adminToken, recordToken } from '../../auth/tokens.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'

/** Issues a two-minute token for the URLs of protected files. */
export const createFileToken: Endpoint = {
  method: 'POST',
  path: '/files/token',
  operation: { id: 'createFileToken', summary: 'Get a token for the URLs of protected files', returns: 'FileToken' },
  runs: 'reads',
  handle: async ({ app, requester }) => {
    const settings = await app.settings()
    switch (requester.kind) {
      case 'admin':
        return jsonReply({ token: adminToken(settings, 'adminFileToken', requester.admin) }, { headers: noStore })
      case 'authRecord':
        return jsonReply({ token: recordToken(settings, 'recordFileToken', requester.record) }, { headers: noStore })
      case 'guest':
        throw badRequest('Failed to generate file token.')
    }
  },
}
