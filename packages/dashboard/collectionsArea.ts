/** The screens of /collections in one piece: neither is ever shown without the other. */
export { CollectionsArea } from './CollectionsArea.tsx'
export { RecordsScreen } from './screens/records/page/RecordsScreen.tsx'
