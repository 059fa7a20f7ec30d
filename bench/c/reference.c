// The same work in C, over the official BLAKE3: what a unit and a verdict cost when nothing but the work is done. Prints one
// line a figure: its name and nanoseconds of processor time.
#include "blake3.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT 100000
#define MIB (1u << 20)

static const char DIGITS[] = "abcdefghijklmnopqrstuvwxyz234567";

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void digest(const uint8_t *bytes, size_t length, uint8_t *out) {
  blake3_hasher hasher;
  blake3_hasher_init(&hasher);
  blake3_hasher_update(&hasher, bytes, length);
  blake3_hasher_finalize(&hasher, out, BLAKE3_OUT_LEN);
}

// The 59 characters of an id: the head of its kind, then the digest in base32 from two bits into a digit on.
static void text_of(const char *head, const uint8_t *hash, char *text) {
  memcpy(text, head, 7);
  uint32_t held = 0;
  int bits = 2;
  char *at = text + 7;
  for (int i = 0; i < 32; i += 1) {
    held = (held << 8) | hash[i];
    for (bits += 8; bits >= 5; bits -= 5) *at++ = DIGITS[(held >> (bits - 5)) & 31];
  }
  *at = DIGITS[(held << (5 - bits)) & 31];
}

static uint8_t *put(uint8_t *at, const void *bytes, size_t length) {
  memcpy(at, bytes, length);
  return at + length;
}

static uint8_t *put_link(uint8_t *at, uint8_t codec, const uint8_t *hash) {
  const uint8_t head[] = {0xd8, 0x2a, 0x58, 0x25, 0x00, 0x01, codec, 0x1e, 0x20};
  return put(put(at, head, sizeof head), hash, 32);
}

static uint8_t *put_uint(uint8_t *at, uint32_t value) {
  if (value < 24) { *at++ = (uint8_t)value; return at; }
  int width = value < 0x100 ? 1 : value < 0x10000 ? 2 : 4;
  *at++ = width == 1 ? 24 : width == 2 ? 25 : 26;
  for (int i = width - 1; i >= 0; i -= 1) *at++ = (uint8_t)(value >> (8 * i));
  return at;
}

typedef struct { uint32_t start, end; uint8_t elided[32]; char id[59]; } Unit;

static void seal(const uint8_t *bytes, const uint8_t *source, const uint8_t *root, Unit *unit) {
  uint8_t record[256], hash[32];
  digest(bytes + unit->start, unit->end - unit->start, unit->elided);
  uint8_t *at = put(record, "\xa5\x62op\x65" "elide\x64root", 15);
  at = put_link(at, 0x71, root);
  at = put(at, "\x64span\xa2\x63" "end", 10);
  at = put(put_uint(at, unit->end), "\x65start", 6);
  at = put(put_uint(at, unit->start), "\x66" "elided", 7);
  at = put(put_link(at, 0x55, unit->elided), "\x66source", 7);
  at = put_link(at, 0x55, source);
  digest(record, (size_t)(at - record), hash);
  text_of("bafyr4i", hash, unit->id);
}

int main(void) {
  uint8_t *bytes = malloc(64 * MIB);
  Unit *units = calloc(COUNT, sizeof(Unit));
  if (bytes == NULL || units == NULL) return 1;
  uint32_t state = 1;
  for (uint32_t i = 0; i < 64 * MIB; i += 1) {
    state = state * 1664525u + 1013904223u;
    bytes[i] = (uint8_t)(state >> 24);
  }
  uint8_t source[32], root[32];
  uint8_t one = 1;
  digest(bytes, 16 * MIB, source);
  digest(&one, 1, root);

  uint64_t began = now();
  for (uint32_t i = 0; i < COUNT; i += 1) {
    Unit *unit = &units[i];
    unit->start = (uint32_t)((uint64_t)i * (16 * MIB - 400) / COUNT);
    unit->end = unit->start + 150 + i % 100;
    seal(bytes, source, root, unit);
  }
  printf("mint %.1f\n", (double)(now() - began) / COUNT);
  // The first id, so that whoever runs this can see that the work was the same.
  printf("id %.59s\n", units[0].id);

  began = now();
  uint8_t hash[32];
  uint32_t verified = 0;
  digest(bytes, 16 * MIB, hash);
  if (memcmp(hash, source, 32) != 0) return 1;
  for (uint32_t i = 0; i < COUNT; i += 1) {
    const Unit *unit = &units[i];
    digest(bytes + unit->start, unit->end - unit->start, hash);
    verified += memcmp(hash, unit->elided, 32) == 0;
  }
  if (verified != COUNT) return 1;
  printf("verify %.1f\n", (double)(now() - began));

  const size_t sizes[] = {MIB / 16, MIB, 16 * MIB, 64 * MIB};
  for (int i = 0; i < 4; i += 1) {
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < 9; round += 1) {
      began = now();
      digest(bytes, sizes[i], hash);
      uint64_t spent = now() - began;
      if (spent < best) best = spent;
    }
    printf("hash%zu %llu\n", sizes[i], (unsigned long long)best);
  }
  return 0;
}
