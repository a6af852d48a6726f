/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers with noise around the data; see buffer.h. */
#include "buffer.h"

#include <limits.h>

enum { AROUND_BYTES = 64, LARGEST_ELEMENT_BYTES = 32 };

Buffer* new_buffer(long first_bytes, long end_bytes) {
  Buffer* buffer = calloc(1, sizeof *buffer);
  buffer->first_bytes = (first_bytes < 0 ? first_bytes - 63 : first_bytes) / 64 * 64 - AROUND_BYTES;
  buffer->size_bytes = end_bytes + AROUND_BYTES - buffer->first_bytes;
  buffer->memory = aligned_alloc(64, (size_t)(buffer->size_bytes + 63) / 64 * 64);
  buffer->expected = malloc((size_t)buffer->size_bytes);
  buffer->mask = calloc((size_t)buffer->size_bytes, 1);
  for (long i = 0; i < buffer->size_bytes; i++) buffer->memory[i] = (char)(0xa1 + i * 7);
  memcpy(buffer->expected, buffer->memory, (size_t)buffer->size_bytes);
  return buffer;
}

Buffer* buffer_for(const Block* block) {
  long first, end;
  touched_bytes(&block->type, block->count, &first, &end);
  return new_buffer(first, end);
}

void free_buffer(Buffer* buffer) {
  if (buffer == NULL) return;
  free(buffer->memory);
  free(buffer->expected);
  free(buffer->mask);
  free(buffer->initial);
  free(buffer);
}

void* address_of(const Buffer* buffer) {
  return buffer->memory - buffer->first_bytes;
}

Content all_of_at(Word key, long displacement_bytes) {
  const Content content = {displacement_bytes, key, 0, LONG_MAX};
  return content;
}

Content all_of(Word key) {
  return all_of_at(key, 0);
}

void expect(Buffer* buffer, const Block* block, Content content) {
  char value[LARGEST_ELEMENT_BYTES];
  long left = content.most_elements, index = content.first_element;
  for (long i = 0; i < block->count; i++) {
    for (int e = 0; e < block->type.length; e++) {
      if (left-- <= 0) return;
      const Element* element = &block->type.map[e];
      const Basic* basic = &basics[element->basic];
      const long place = content.displacement_bytes + i * block->type.extent_bytes +
                         element->offset_bytes - buffer->first_bytes;
      write_value(element->basic, content.key, index++, value);
      REQUIRE(place >= 0 && place + basic->size_bytes <= buffer->size_bytes,
              "the test writes outside its buffer");
      memcpy(buffer->expected + place, value, (size_t)basic->size_bytes);
      for (int b = basic->value_bytes; b < basic->size_bytes; b++) buffer->mask[place + b] = 1;
    }
  }
}

void give(Buffer* buffer, const Block* block, Content content) {
  expect(buffer, block, content);
  memcpy(buffer->memory, buffer->expected, (size_t)buffer->size_bytes);
}

void expect_bytes(Buffer* buffer, long displacement_bytes, const void* bytes, long size_bytes) {
  const long place = displacement_bytes - buffer->first_bytes;
  REQUIRE(place >= 0 && place + size_bytes <= buffer->size_bytes,
          "the test writes outside its buffer");
  memcpy(buffer->expected + place, bytes, (size_t)size_bytes);
}

void give_bytes(Buffer* buffer, long displacement_bytes, const void* bytes, long size_bytes) {
  expect_bytes(buffer, displacement_bytes, bytes, size_bytes);
  memcpy(buffer->memory + displacement_bytes - buffer->first_bytes, bytes, (size_t)size_bytes);
}

void expect_anything(Buffer* buffer) {
  memset(buffer->mask, 1, (size_t)buffer->size_bytes);
}

void check_buffer(const Buffer* buffer) {
  for (long i = 0; i < buffer->size_bytes; i++) {
    REQUIRE(buffer->mask[i] || buffer->memory[i] == buffer->expected[i],
            "wrong byte %ld: 0x%02x, not 0x%02x", i + buffer->first_bytes,
            (unsigned char)buffer->memory[i], (unsigned char)buffer->expected[i]);
  }
}

void keep_initial(Buffer* buffer) {
  buffer->initial = malloc((size_t)buffer->size_bytes);
  memcpy(buffer->initial, buffer->memory, (size_t)buffer->size_bytes);
}

void restore_initial(Buffer* buffer) {
  memcpy(buffer->memory, buffer->initial, (size_t)buffer->size_bytes);
}
