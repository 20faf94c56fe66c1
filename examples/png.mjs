// A PNG writer of a few lines, so that the example's pictures have the same bytes on every machine.

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

const crc32 = (bytes) => {
  let c = 0xffffffff;
  for (const b of bytes) c = TABLE[(c ^ b) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

const uint32 = (n) => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(n >>> 0);
  return out;
};

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
};

/** A zlib stream of stored blocks: larger than compressed, and independent of any zlib version. */
export function deflateStored(data) {
  const out = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at < data.length; at += 65535) {
    const part = data.subarray(at, at + 65535);
    const head = Buffer.alloc(5);
    head[0] = at + 65535 >= data.length ? 1 : 0;
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(~part.length & 0xffff, 3);
    out.push(head, part);
  }
  let a = 1, b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  out.push(uint32(b * 65536 + a));
  return Buffer.concat(out);
}

/** A palette image: depth in bits a pixel, palette as [red, green, blue] rows, data a zlib stream of filtered rows. */
export function pngFile(width, height, depth, palette, data) {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, 3, 0, 0, 0])])),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
