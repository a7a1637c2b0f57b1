import { askApi } from './askApi.ts'

/** What the page "Server" shows of the limits for each client. */
export interface ShownLimits {
  resources: { name: string; used: number; largest: number }[]
  rejections: { address: string; user?: string; resource: string; outcome: string; count: number }[]
}

/** Reads the limits for each client as an admin. */
export async function readLimits(port: number, token: string): Promise<ShownLimits> {
  return JSON.parse((await askApi(port, 'GET', '/api/load/limits', { token })).text)
}
