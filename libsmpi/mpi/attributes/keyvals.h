// SPDX-License-Identifier: BSD-3-Clause
//
// The keys of attributes that programs hold (MPI 5.0, 7.7): made, found and freed by the chapters
// of communicators, datatypes and windows alike. See attributes.h for what they are used for.
#pragma once

#include "libsmpi/mpi/attributes/attributes.h"

namespace smpi {

// A new key of the running rank. The functions are those of MPI_*_create_keyval, sentinels
// included.
Keyval& make_keyval(AttributeOwner owner, AttributeLanguage language, Keyval::Function copy,
                    Keyval::Function remove, void* extra_state);

// nullptr when the program holds no such key for that kind of object.
Keyval* find_keyval(int value, AttributeOwner owner);

// The program gives the key up; it lives on until the last attribute under it is deleted.
void free_keyval(Keyval& key);

// Stores a predefined attribute, an integer, where the program wants it: C gets its address.
void read_predefined_attribute(int& value, AttributeLanguage reader, void* result);

// Stores an attribute of a program where it wants it, in the language of the reader.
void read_attribute(AttributeValue& value, AttributeLanguage reader, void* result);

// What a program of that language stores: a pointer, an MPI_Aint or an INTEGER.
AttributeValue attribute_from(AttributeLanguage writer, MPI_Aint bits);

}  // namespace smpi
