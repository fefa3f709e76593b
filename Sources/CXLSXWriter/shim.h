#pragma once

#include <xlsxwriter.h>
