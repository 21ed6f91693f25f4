import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import * as z from 'zod';

/** The parts of WebAuthn's options that browsers act upon; everything else is left out. */
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));
const descriptors = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() }),
);
const verification = z.enum(['discouraged', 'preferred', 'required']).optional();
const questionSchema = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: descriptors.optional(),
  userVerification: verification,
});
const makingSchema = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: descriptors.optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: verification,
    })
    .optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
});

export async function answer(options: unknown) {
  const question = questionSchema.parse(options);
  return { ...(await startAuthentication({ optionsJSON: question })) };
}

export async function make(options: unknown) {
  const making = makingSchema.parse(options);
  return { ...(await startRegistration({ optionsJSON: making })) };
}
