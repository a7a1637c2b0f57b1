/** A record as the API returns it. */
export interface RecordJson {
  id: string
  collectionId: string
  collectionName: string
  created?: string
  updated?: string
  expand?: Record<string, RecordJson | RecordJson[]>
  [field: string]: unknown
}
