import type { CallArguments } from '@sinter/sdk/contract/call';
import type { saveRequest } from '@sinter/sdk/contract/orders/drafts';

/** What a buyer asks for. */
export type Asked = Omit<CallArguments<typeof saveRequest>['body'], 'version'>;
