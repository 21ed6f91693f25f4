import { NcrsPage } from './NcrsPage.tsx';

export default () => <NcrsPage view="PROCESS" />;
