import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({ id: 'quality', setup() {} });
