import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { deleteCertification, listCertifications, saveCertification } from '@sinter/sdk/contract/admin/certifications';
import type { PluginHost } from '@sinter/sdk/plugin';
import { EditableList } from './EditableList.ts';

export type Certificate = CallResult<typeof listCertifications>[number];
export type CertificateList = EditableList<Certificate, CallArguments<typeof saveCertification>['body']>;

/** Certificates that the active facility holds. */
export const certificateList = (host: Pick<PluginHost, 'api' | 'log'>): CertificateList =>
  new EditableList(host, {
    list: (signal) => host.api.call(listCertifications, {}, { signal }),
    save: (body) => host.api.call(saveCertification, { body }),
    remove: ({ id }) => host.api.call(deleteCertification, { params: { id } }),
    again: ({ name, issuer, validUntil }) => ({ name, issuer, validUntil }),
  });

/** How near a certificate's end is. `soon`: 90 days, the time that an audit takes to prepare. */
export function expiryOf(validUntil: string | null, today = new Date()): 'none' | 'expired' | 'soon' | 'valid' {
  if (validUntil === null) return 'none';
  const days = (Date.parse(`${validUntil}T23:59:59`) - today.getTime()) / 86_400_000;
  return days < 0 ? 'expired' : days < 90 ? 'soon' : 'valid';
}
