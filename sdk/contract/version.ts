/** The product's version, as the side menu shows it (specification 2.1). */
export const productVersion = '1.10.0';
