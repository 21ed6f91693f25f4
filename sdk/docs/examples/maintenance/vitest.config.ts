import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['{client,shared}/**/*.test.{ts,tsx}'] } });
