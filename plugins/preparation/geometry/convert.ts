import { GeometryError } from './errors.ts';
import { say } from './say.ts';
import { readCad, type Silence } from './readers/cad.ts';
import { readObj } from './readers/obj.ts';
import type { Reading } from './readers/reading.ts';
import { readStl } from './readers/stl.ts';
import { readThreeMf } from './readers/threemf.ts';
import { readWrl } from './readers/wrl.ts';
import { joinRounded } from './roundingSeams.ts';
import { extensionOf, isProprietaryExtension, isProprietaryFormat, sniff, type Format } from './sniff.ts';

/**
 * Reads a model of any format that this folder supports; the content tells the format. Throws NEEDS_CONVERTER for
 * proprietary formats. Coordinates are in millimetres when `unitKnown` is set, otherwise in the unit of the file.
 */
export async function readModel(bytes: Uint8Array, fileName: string, onSilence?: Silence): Promise<Reading> {
  if (bytes.length === 0) throw new GeometryError('EMPTY_FILE', say('emptyFile'));
  const format = sniff(bytes, fileName);
  if (format === 'STEP' || format === 'IGES' || format === 'BREP') return readCad(bytes, format, onSilence);
  const reading = readFacets(bytes, fileName, format);
  return { ...reading, bodies: reading.bodies.map(joinRounded) };
}

/** A format whose surface is facets already. */
function readFacets(bytes: Uint8Array, fileName: string, format: Format): Reading {
  switch (format) {
    case 'STL':
      return readStl(bytes);
    case 'OBJ':
      return readObj(bytes);
    case '3MF':
      return readThreeMf(bytes);
    case 'WRL':
      return readWrl(bytes);
    default:
      return unreadable(bytes, fileName, format);
  }
}

function unreadable(bytes: Uint8Array, fileName: string, format: Format): Reading {
  const extension = extensionOf(fileName);
  if (isProprietaryExtension(extension)) {
    throw new GeometryError('NEEDS_CONVERTER', say('noConverter', { extension }));
  }
  if (isProprietaryFormat(format)) {
    throw new GeometryError('NEEDS_CONVERTER', say('proprietary', { format: formatNames[format] ?? format }));
  }
  if (format === 'HTML') throw new GeometryError('NOT_READABLE', say('webPage'));
  // The reader for the extension gives the better error message.
  if (extension === 'stl' || extension === '') return readStl(bytes);
  if (extension === 'obj') return readObj(bytes);
  if (extension === '3mf') return readThreeMf(bytes);
  throw new GeometryError('NOT_READABLE', say('unknownFormat'));
}

const formatNames: Partial<Record<Format, string>> = {
  CATIA: 'CATIA',
  CREO: 'Creo',
  JT: 'JT',
  NX: 'NX',
  OLE: 'SolidWorks, Inventor or Solid Edge',
  PARASOLID: 'Parasolid',
};
