import { readForm } from '../body/readForm.ts'
import type { Answer, Call, Endpoint } from '../contract.ts'
import { parameter } from '../paging.ts'

const path = '/oauth2-redirect'

const shape = { state: 'text', code: 'text', error: 'text' } as const

/** A body that cannot be read says nothing: whoever comes here is a person in a browser, who is sent on in any case. */
const readReturn = ({ request }: Call) => {
  if (request.method === 'GET') {
    const [state, code, error] = [parameter(request, 'state'), parameter(request, 'code'), parameter(request, 'error')]
    return { state, code, error }
  }
  try {
    return readForm(request, shape)
  } catch {
    return {}
  }
}

const handle = async (call: Call): Promise<Answer> => {
  const { state = '', code = '', error = '' } = readReturn(call)
  return { providerReturn: { clientId: state, code, error } }
}

/** Takes in what a provider sends back with a person, for the client that waits for it. */
export const oauth2Redirect: Endpoint = { method: 'GET', path, runs: 'reads', handle }

/** The same for providers that send it in a form. */
export const oauth2FormRedirect: Endpoint = { method: 'POST', path, runs: 'reads', handle }
