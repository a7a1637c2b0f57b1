/** The screens of /collections in one piece: neither is ever shown without the other. */
export { CollectionsScreen } from './screens/collections/CollectionsScreen.tsx'
export { RecordsScreen } from './screens/records/RecordsScreen.tsx'
