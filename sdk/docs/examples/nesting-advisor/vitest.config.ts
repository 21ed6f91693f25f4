import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['{client,server}/**/*.test.{ts,tsx,mjs}'] } });
